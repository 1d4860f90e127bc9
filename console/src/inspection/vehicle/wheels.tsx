import type { WheelAnalysis } from '@walkaround/sdk';
import { Fragment, useState } from 'react';
import { isTold, isWheelFault, tellingWheels } from '../../../../vocabulary/wheels.ts';
import { ReadingDialog } from '../../correcting/reading-dialog.tsx';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { Crop } from '../../shell/crop.tsx';
import { useVehicleName } from '../../shell/use-vehicle-name.ts';
import type { Findings } from '../findings.ts';

const FIELDS = [
  ['tyre', 'tyre'],
  ['rimCondition', 'rim_condition'],
  ['rimMaterial', 'rim_material'],
  ['rimVisualAspect', 'rim_visual_aspect'],
  ['hubcapOverRim', 'hubcap_over_rim'],
  ['hubcapCondition', 'hubcap_condition'],
  ['hubcapVisualAspect', 'hubcap_visual_aspect'],
] as const;

const WheelPicture = ({
  wheel,
  findings,
  size,
}: {
  wheel: WheelAnalysis;
  findings: Findings;
  size: [number, number];
}) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const photo = findings.images.find(({ id }) => id === wheel.imageId);
  if (!photo) return null;
  const { boundingBox, wheelName } = wheel;
  const whole = { xmin: 0, ymin: 0, width: photo.imageWidth, height: photo.imageHeight };
  const label = wheelName ? nameIn(names.parts, wheelName) : say.someWheel;
  return <Crop photo={photo} box={boundingBox ?? whole} label={label} size={size} room={0.1} />;
};

const Wheel = ({
  wheel,
  findings,
  heading: Heading,
  onShow,
  onCorrect,
}: {
  wheel: WheelAnalysis;
  findings: Findings;
  heading: 'h3' | 'h4';
  onShow(image: string): void;
  onCorrect(wheel: WheelAnalysis): void;
}) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const image = findings.images.find(({ id }) => id === wheel.imageId);
  const name = wheel.wheelName ? nameIn(names.parts, wheel.wheelName) : say.someWheel;
  const said = FIELDS.filter(([field]) => isTold(wheel[field].prediction));
  return (
    <li className="wheel">
      {image && (
        <button
          type="button"
          className="picture-button"
          aria-label={`${say.showPhoto}: ${name}`}
          onClick={() => onShow(image.id)}
        >
          <WheelPicture wheel={wheel} findings={findings} size={[96, 96]} />
        </button>
      )}
      <div>
        <Heading>{name}</Heading>
        {said.length === 0 && <p className="soft facts">{say.nothingTold}</p>}
        <dl className="pairs">
          {said.map(([field, word]) => (
            <div key={field} className={isWheelFault(wheel[field].prediction) ? 'bad' : undefined}>
              <dt>{names.wheel_fields[word]}</dt>
              <dd>
                {nameIn(names.wheel_words, wheel[field].prediction)}{' '}
                <span className="soft">
                  {wheel.correctedFields.includes(word)
                    ? say.corrected
                    : formats.percent(wheel[field].confidence)}
                </span>
              </dd>
            </div>
          ))}
        </dl>
        {(wheel.wheelName || wheel.boundingBox) && (
          <button
            type="button"
            className="button small"
            aria-label={`${say.correct}: ${name}`}
            onClick={() => onCorrect(wheel)}
          >
            {say.correct}
          </button>
        )}
      </div>
    </li>
  );
};

type WheelDialogProps = { wheel: WheelAnalysis; findings: Findings; mayChange: boolean; onClose(): void };

/** Of a wheel without a place, a person first says which one it is; that one can be taken back. */
const WheelDialog = ({ wheel, ...shown }: WheelDialogProps) => {
  const isPlaced = wheel.wheelName !== null && !wheel.correctedFields.includes('wheel_name');
  const fieldOf = (field: string, value: string | null) => ({
    field,
    value,
    isCorrected: wheel.correctedFields.includes(field),
  });
  const fields = FIELDS.map(([name, field]) => fieldOf(field, wheel[name].prediction));
  return (
    <ReadingDialog
      of={isPlaced ? { subject: wheel.wheelName! } : { subject: 'wheel', itemId: wheel.id }}
      fields={isPlaced ? fields : [fieldOf('wheel_name', wheel.wheelName), ...fields]}
      picture={<WheelPicture wheel={wheel} findings={shown.findings} size={[200, 200]} />}
      {...shown}
    />
  );
};

type WheelsProps = { findings: Findings; mayChange: boolean; onShow(image: string): void };

export const Wheels = ({ findings, mayChange, onShow }: WheelsProps) => {
  const { inspection: say } = useWords();
  const vehicleName = useVehicleName();
  const { wheels, vehicles, inspection } = findings;
  const [corrected, setCorrected] = useState<WheelAnalysis | null>(null);
  if (wheels.length === 0) return null;
  const numberOf = ({ imageId }: WheelAnalysis) => inspection.images.indexOf(imageId) + 1;
  const vehicleOf = (wheel: WheelAnalysis) =>
    vehicles.find(({ photos }) => photos.includes(numberOf(wheel)))?.group ?? null;
  const telling = tellingWheels(
    wheels,
    // Each of several vehicles has a front left one.
    (wheel) => wheel.wheelName && `${vehicleOf(wheel) ?? ''} ${wheel.wheelName}`,
    (wheel) => FIELDS.map(([field]) => wheel[field]),
  );
  const others = wheels.filter((wheel) => !telling.includes(wheel));
  const listOf = (shown: WheelAnalysis[], heading: 'h3' | 'h4') => (
    <ul className="wheel-list">
      {shown.map((wheel) => (
        <Wheel
          key={wheel.id}
          wheel={wheel}
          findings={findings}
          heading={heading}
          onShow={onShow}
          onCorrect={setCorrected}
        />
      ))}
    </ul>
  );
  const byVehicle = Map.groupBy(telling, vehicleOf);
  const groups = [...vehicles.map(({ group }) => group), null].filter(
    (group, index, all) => byVehicle.has(group) && all.indexOf(group) === index,
  );
  return (
    <section className="card" aria-labelledby="wheels">
      <h2 id="wheels">{say.wheels}</h2>
      {vehicles.length === 0
        ? listOf(telling, 'h3')
        : groups.map((group) => {
            const vehicle = vehicles.find((one) => one.group === group);
            return (
              <Fragment key={group}>
                <h3 className="wheel-vehicle">
                  {vehicleName(group, vehicle?.photos ?? [], vehicle?.whole?.plate)}
                </h3>
                {listOf(byVehicle.get(group)!, 'h4')}
              </Fragment>
            );
          })}
      {others.length > 0 && (
        <details>
          <summary>{fill(say.moreWheels, { count: others.length })}</summary>
          {listOf(others, 'h3')}
        </details>
      )}
      {corrected && (
        <WheelDialog
          wheel={corrected}
          findings={findings}
          mayChange={mayChange}
          onClose={() => setCorrected(null)}
        />
      )}
    </section>
  );
};
