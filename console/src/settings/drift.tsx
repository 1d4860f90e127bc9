import { useFormats } from '../formats/formats.ts';
import { useWords } from '../language.tsx';

/** By the usual marks of the population stability index. */
const SOME = 0.1;
const MUCH = 0.25;

/** How far scores lie from those of the validation photos. */
export const Drift = ({ value }: { value: number | null }) => {
  const { watching: say } = useWords();
  const { plain } = useFormats();
  if (value === null) return <>–</>;
  const word = value >= MUCH ? say.driftMuch : value >= SOME ? say.driftSome : say.driftNone;
  return (
    <>
      {plain(value, 2)} <span className={value >= MUCH ? 'badge alarm' : 'badge'}>{word}</span>
    </>
  );
};
