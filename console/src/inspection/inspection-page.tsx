import type { PartType } from '@walkaround/sdk';
import { useMemo, useState } from 'react';
import { Link } from 'wouter';
import { ClaimPanel } from '../claim/claim-panel.tsx';
import { Comments } from '../claim/comments.tsx';
import { ContestPanel } from '../contests/contest-panel.tsx';
import { DamageDialog } from '../correcting/damage-dialog.tsx';
import { History } from '../correcting/history.tsx';
import { PartDialog } from '../correcting/part-dialog.tsx';
import { TotalDialog } from '../correcting/total-dialog.tsx';
import { UndoStackProvider } from '../correcting/undo-stack.tsx';
import { useNames, useWords } from '../language.tsx';
import { Draft } from '../shell/draft.tsx';
import { Failed, isMissing, Missing, Waiting } from '../shell/messages.tsx';
import { useMedia } from '../shell/use-media.ts';
import { Checks } from './checks/checks.tsx';
import { ComparedWith } from './damages/compared-with.tsx';
import type { Editing } from './damages/damage-row.tsx';
import { DamageTable } from './damages/damage-table.tsx';
import { EvidencePanel } from './evidence-panel.tsx';
import { type Findings, isOpen, isRunning, isSearched, nothingOn } from './findings.ts';
import { InspectionHead } from './inspection-head.tsx';
import { ReviewProvider } from './review/review.tsx';
import { ReviewBar } from './review/review-bar.tsx';
import { reviewItems } from './review/review-items.ts';
import { Suspicions } from './suspicions/suspicions.tsx';
import { TasksPanel } from './tasks-panel.tsx';
import { useInspection } from './use-inspection.ts';
import { useMayChange } from './use-may-change.ts';
import { useSelection } from './use-selection.ts';
import { isLocked, ValidationLock } from './validation-lock.tsx';
import { Documents } from './vehicle/documents.tsx';
import { Drawings } from './vehicle/drawings.tsx';
import { SelectedPart } from './vehicle/selected-part.tsx';
import { Wheels } from './vehicle/wheels.tsx';
import { Photos } from './viewer/photos.tsx';
import '../correcting/correcting.css';
import './inspection.css';

type Opened = { damage: string } | { part: PartType } | 'total' | null;

const Loaded = ({ findings }: { findings: Findings }) => {
  const { inspection: say, correcting } = useWords();
  const { example_prices, to_check } = useNames();
  const { inspection } = findings;
  const mayChange = useMayChange(inspection);
  const mayCorrect = mayChange && !isLocked(inspection);
  const isClean =
    isSearched(findings) && inspection.placesToCheck === 0 && inspection.conditionScore !== null;
  const nothing = isClean ? say.noDamageHere : isSearched(findings) ? to_check.condition : say.notAnalysed;
  const selecting = useSelection(findings);
  const numbers = useMemo(
    () => new Map(reviewItems(findings).map(({ id, number }) => [id, number])),
    [findings],
  );
  const [opened, setOpened] = useState<Opened>(null);
  const image = findings.images.find(({ id }) => id === selecting.image);
  const editing = useMemo(
    (): Editing => ({
      editDamage: (damage) => setOpened({ damage }),
      editPart: (part) => setOpened({ part }),
      editTotal: () => setOpened('total'),
    }),
    [],
  );
  // Until there is something to review, what the tasks do comes first.
  const areTasksFirst = !isSearched(findings) || findings.tasks.some(isRunning);
  // A person at a phone looks at the findings first.
  const isPhone = useMedia('(max-width: 640px)');
  const claim = <ClaimPanel inspection={inspection} mayChange={mayChange} />;
  const tasks = <TasksPanel tasks={findings.tasks} mayChange={mayChange} isLocked={isLocked(inspection)} />;
  return (
    <div className="inspection stack">
      <InspectionHead findings={findings} mayChange={mayCorrect} />
      <Draft review={inspection.review} />
      {!isPhone && claim}
      <ValidationLock inspection={inspection} mayChange={mayChange} />
      <ContestPanel findings={findings} mayChange={mayChange} />
      {areTasksFirst && tasks}
      <ReviewProvider findings={findings} selecting={selecting} mayChange={mayCorrect}>
        <div className="desk">
          <section className="card viewer" aria-label={say.photos}>
            {image ? (
              <Photos findings={findings} image={image} selecting={selecting} mayChange={mayCorrect} />
            ) : (
              <p className="empty">
                {say.noPhotos}{' '}
                {mayCorrect && isOpen(findings) && (
                  <Link href={`/inspection/${inspection.id}/capture`}>{say.addPhotos}</Link>
                )}
              </p>
            )}
          </section>
          <div className="desk-list">
            <ReviewBar
              findings={findings}
              selecting={selecting}
              mayApprove={mayChange}
              onDetails={editing.editDamage}
            />
            <section className="card damages" aria-labelledby="damages">
              <h2 id="damages" tabIndex={-1}>
                {say.damages}
              </h2>
              {isSearched(findings) && <ComparedWith inspection={inspection} />}
              <DamageTable findings={findings} selecting={selecting} editing={editing} />
              {findings.pricing?.examplePrices && <p className="soft facts">{example_prices.sentence}</p>}
            </section>
            <Suspicions findings={findings} selecting={selecting} mayChange={mayCorrect} />
          </div>
        </div>
      </ReviewProvider>
      {isPhone && claim}
      <div className="inspection-grid">
        <section className="card drawing" aria-label={say.drawing}>
          <Drawings
            findings={findings}
            numbers={numbers}
            nothing={nothing}
            selected={selecting.part}
            onSelect={selecting.selectPart}
          />
          <SelectedPart
            type={selecting.part}
            parts={findings.parts}
            nothing={nothing}
            onDetails={editing.editPart}
          />
        </section>
        {!areTasksFirst && tasks}
      </div>
      <Checks findings={findings} onShow={selecting.selectImage} />
      <Wheels findings={findings} mayChange={mayCorrect} onShow={selecting.selectImage} />
      <Documents findings={findings} mayChange={mayCorrect} onShow={selecting.selectImage} />
      <Comments inspectionId={inspection.id} mayChange={mayChange} />
      <section className="card" aria-labelledby="changed">
        <h2 id="changed">{correcting.history}</h2>
        <History
          findings={findings}
          of={() => true}
          empty={correcting.nothingChanged}
          mayChange={mayCorrect}
          withParts
        />
      </section>
      <EvidencePanel inspectionId={inspection.id} mayChange={mayChange} />
      <OpenedDialog
        opened={opened}
        findings={findings}
        mayChange={mayCorrect}
        onClose={() => setOpened(null)}
      />
    </div>
  );
};

type OpenedProps = { opened: Opened; findings: Findings; mayChange: boolean; onClose(): void };

const OpenedDialog = ({ opened, ...shown }: OpenedProps) => {
  const { findings, onClose } = shown;
  if (opened === null) return null;
  if (opened === 'total') return findings.pricing && <TotalDialog {...shown} />;
  if ('part' in opened) {
    const found = findings.parts.find(({ type }) => type === opened.part) ?? nothingOn(findings, opened.part);
    return <PartDialog found={found} {...shown} />;
  }
  const found = findings.damages.find(({ damage }) => damage.id === opened.damage);
  // The button that had the focus may have gone with the damage.
  const close = () => {
    onClose();
    requestAnimationFrame(
      () => document.activeElement === document.body && document.getElementById('damages')?.focus(),
    );
  };
  return found && <DamageDialog found={found} {...shown} onClose={close} />;
};

export default function InspectionPage({ id }: { id: string }) {
  const { findings, error, refetch, isDeleted } = useInspection(id);
  if (isDeleted || isMissing(error)) return <Missing />;
  const failed = error && <Failed error={error} again={refetch} />;
  if (!findings) return failed ?? <Waiting />;
  return (
    <UndoStackProvider inspectionId={id}>
      {failed}
      <Loaded findings={findings} />
    </UndoStackProvider>
  );
}
