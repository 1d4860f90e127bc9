import type { Contest, SharedContest } from '@walkaround/sdk';
import { useFormats } from '../formats/formats.ts';
import { fill, useWords } from '../language.tsx';
import { thumbnail } from '../shell/pictures.ts';
import './contests.css';

const LOOK_OF = { open: '', accepted: 'good', rejected: 'alarm', withdrawn: '' };
const THUMBNAIL = 320;

export const StateBadge = ({ state }: Pick<Contest, 'state'>) => {
  const { contests: say } = useWords();
  return <span className={`badge contest-state ${LOOK_OF[state]}`}>{say.states[state]}</span>;
};

/** What somebody says against a finding: plain text and their own photos. */
export const Said = ({ contest }: { contest: Contest | SharedContest }) => {
  const { contests: say } = useWords();
  const { time } = useFormats();
  return (
    <div className="contest-said">
      <p>
        <strong>{say.reasons[contest.reason]}</strong>
      </p>
      {contest.text && <p className="contest-text">{contest.text}</p>}
      {contest.photos.length > 0 && (
        <ul className="contest-photos">
          {contest.photos.map(({ id, path }, index) => (
            <li key={id}>
              <a href={path} target="_blank" rel="noreferrer">
                <img
                  src={thumbnail(path, THUMBNAIL)}
                  alt={fill(say.photo, { number: index + 1 })}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <p className="soft facts">{fill(say.sentOn, { date: time(contest.createdAt) })}</p>
    </div>
  );
};
