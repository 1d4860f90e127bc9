import { Link } from 'wouter';
import { useWords } from '../language.tsx';

/** The first thing that a newcomer sees. */
export const NoInspections = () => {
  const { inspections: say } = useWords();
  return (
    <section className="card list-empty">
      <h2>{say.firstTitle}</h2>
      <p className="soft">{say.firstText}</p>
      <Link href="/new" className="button primary">
        {say.firstStart}
      </Link>
      <p className="soft">
        {say.firstDemo} <code>npm run demo -- --url {location.origin}</code>
      </p>
    </section>
  );
};

export const NothingFound = ({ clear }: { clear: () => void }) => {
  const { inspections: say } = useWords();
  return (
    <section className="card list-empty" role="status">
      <h2>{say.nothingFound}</h2>
      <button type="button" className="button" onClick={clear}>
        {say.clearFilters}
      </button>
    </section>
  );
};
