import { useMutation } from '@tanstack/react-query';
import type { CreateInspection, TaskName } from '@walkaround/sdk';
import { type SubmitEvent, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { DetailFields, type Details, detailsIn } from '../claim/detail-fields.tsx';
import { useClient } from '../client.ts';
import { useFormats } from '../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../language.tsx';
import { Failed, isMissing, Missing, Waiting } from '../shell/messages.tsx';
import { OFFERED_TASKS, taskEntry } from '../shell/task-registry.ts';
import { useSettings } from '../shell/use-settings.ts';
import '../claim/claim.css';
import './new.css';
import { type Earlier, useEarlier } from './earlier.ts';
import { VehicleFields } from './vehicle-fields.tsx';

const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim() || undefined;

const inspectionIn = (form: FormData): CreateInspection => {
  const mileage = Number(textIn(form, 'mileage'));
  return {
    tasks: Object.fromEntries(
      form.getAll('task').map((name) => [taskEntry(name as TaskName).offered!.field, {}]),
    ),
    vehicle: {
      brand: textIn(form, 'brand'),
      model: textIn(form, 'model'),
      plate: textIn(form, 'plate'),
      vin: textIn(form, 'vin'),
      vehicleType: textIn(form, 'vehicleType'),
      ...(mileage > 0 && { mileage: { value: mileage, unit: 'km' } }),
    },
    ...detailsIn(form),
    relatedInspectionId: textIn(form, 'related'),
    privacy: { blurPlates: form.has('blurPlates'), blurFaces: form.has('blurFaces') },
  };
};

/** What the organization wants where nobody says otherwise. */
const useBlurring = () => {
  const { data, error, refetch } = useSettings();
  const blurring = data && {
    blurPlates: data.blurPlates ?? data.defaults.blurPlates,
    blurFaces: data.blurFaces ?? data.defaults.blurFaces,
  };
  return { blurring, error, refetch };
};

const Tasks = () => {
  const { capture: say } = useWords();
  const names = useNames();
  const [chosen, setChosen] = useState<readonly string[]>(OFFERED_TASKS);
  const change = (task: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, task] : chosen.filter((one) => one !== task));
  return (
    <fieldset className="card stack">
      <legend>{say.tasks}</legend>
      {OFFERED_TASKS.map((task) => (
        <label key={task} className="check task-choice">
          <input
            type="checkbox"
            name="task"
            value={task}
            checked={chosen.includes(task)}
            // An inspection without a task does nothing: then the browser asks for one.
            required={chosen.length === 0}
            onChange={({ target }) => change(task, target.checked)}
          />
          <span>
            {nameIn(names.tasks, task)}{' '}
            <span className="soft">{say[taskEntry(task).offered!.explained]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
};

const checkOutOf = ({ inspection: { reference, customer } }: Earlier): Details => ({
  inspectionType: 'check_out',
  reference,
  customer,
  dateOfLoss: null,
});

const TakenOver = ({ inspection: { id, createdAt } }: Earlier) => {
  const { capture: say } = useWords();
  const { time } = useFormats();
  return (
    <p className="soft">
      {fill(say.takenOver, { time: time(createdAt) })}{' '}
      <Link href={`/inspection/${id}`}>{say.toInspection}</Link>
    </p>
  );
};

type FormProps = {
  blurring: NonNullable<ReturnType<typeof useBlurring>['blurring']>;
  /** The check-in that this is the check-out of. */
  earlier: Earlier | null;
};

const NewForm = ({ blurring, earlier }: FormProps) => {
  const { capture: say, claim } = useWords();
  const client = useClient();
  const [, navigate] = useLocation();
  const title = earlier ? say.newCheckOut : say.newTitle;
  const create = useMutation({
    mutationFn: (form: FormData) => client.inspections.createOne(inspectionIn(form)),
    // In the place of the form: going back from the photos does not make another inspection.
    onSuccess: ({ result }) => navigate(`/inspection/${result}/capture`, { replace: true }),
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    create.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className="stack new-inspection" onSubmit={submit}>
      <title>{`${title} · Walkaround`}</title>
      <h1>{title}</h1>
      {earlier && <TakenOver {...earlier} />}
      <fieldset className="card stack">
        <legend>{claim.about}</legend>
        <p className="soft">{claim.aboutWhy}</p>
        <DetailFields given={earlier ? checkOutOf(earlier) : undefined} />
      </fieldset>
      <VehicleFields earlier={earlier} />
      <Tasks />
      <fieldset className="card stack">
        <legend>{say.privacy}</legend>
        <label className="check">
          <input type="checkbox" name="blurPlates" defaultChecked={blurring.blurPlates} />
          {say.blurPlates}
        </label>
        <label className="check">
          <input type="checkbox" name="blurFaces" defaultChecked={blurring.blurFaces} />
          {say.blurFaces}
        </label>
      </fieldset>
      {create.error && <Failed error={create.error} />}
      <div className="row">
        <button type="submit" className="button primary" disabled={create.isPending}>
          {say.toPhotos}
        </button>
      </div>
    </form>
  );
};

/** `?from=ID`: a check-out that begins with what its check-in says. */
export default function NewPage() {
  const [search] = useSearchParams();
  const from = search.get('from');
  const { earlier, ...reading } = useEarlier(from);
  const { blurring, ...settings } = useBlurring();
  if (blurring && (from === null || earlier))
    return <NewForm key={from} blurring={blurring} earlier={earlier} />;
  if (isMissing(reading.error)) return <Missing />;
  const { error, refetch } = reading.error ? reading : settings;
  return error ? <Failed error={error} again={refetch} /> : <Waiting />;
}
