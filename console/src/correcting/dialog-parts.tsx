import type { Findings } from '../inspection/findings.ts';
import { useMayChange } from '../inspection/use-may-change.ts';
import { useWords } from '../language.tsx';
import { History } from './history.tsx';

/** Why nothing can be changed here. */
export const ReadOnly = ({ inspection }: Pick<Findings, 'inspection'>) => {
  const { correcting: say } = useWords();
  return <p className="soft">{useMayChange(inspection) ? say.locked : say.readOnly}</p>;
};

/** Who changed what of the thing that the dialog is about. */
export const HistorySection = (props: { findings: Findings; of: Parameters<typeof History>[0]['of'] }) => {
  const { correcting: say } = useWords();
  return (
    <section aria-label={say.history}>
      <h3>{say.history}</h3>
      <History {...props} empty={say.nothingChanged} />
    </section>
  );
};
