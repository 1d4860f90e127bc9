import { useWords } from '../../language.tsx';
import { Dialog } from '../../shell/dialog.tsx';
import type { useLetterKeys } from './use-shortcuts.ts';

type SheetProps = { letters: ReturnType<typeof useLetterKeys>; onClose(): void };

/** Every key of the review, and the switch for the letters. */
export const KeysSheet = ({ letters, onClose }: SheetProps) => {
  const { correcting: say, inspection, shell } = useWords();
  const keys: [string[], string][] = [
    [['J'], say.nextFinding],
    [['K'], say.previousFinding],
    [['→'], inspection.nextPhoto],
    [['←'], inspection.previousPhoto],
    [['C'], say.confirm],
    [['D', 'Delete'], say.dismiss],
    [['E'], inspection.details],
    [['Ctrl Z'], shell.undo],
    [['Ctrl Shift Z'], say.redo],
    [['Ctrl Enter'], say.approve],
    [['+', '−', '0', '1'], say.zoomKeys],
    [['?'], say.keys],
  ];
  return (
    <Dialog title={say.keys} onClose={onClose}>
      <dl className="keys">
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input
          type="checkbox"
          checked={letters.areOn}
          onChange={({ target }) => letters.change(target.checked)}
        />
        {say.letterKeys}
      </label>
    </Dialog>
  );
};
