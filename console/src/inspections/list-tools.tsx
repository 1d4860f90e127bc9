import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';
import { useExport } from './use-export.ts';
import { BY_LESSON, BY_TIME, type Filtering } from './use-list-place.ts';

const KEPT_AS = 'walkaround-compact-list';

/** How much of each row is shown is a matter of the screen, so this browser remembers it. */
export const useCompact = () => {
  const [isCompact, set] = useState(() => localStorage.getItem(KEPT_AS) === 'yes');
  const setCompact = (compact: boolean) => {
    localStorage.setItem(KEPT_AS, compact ? 'yes' : 'no');
    set(compact);
  };
  return [isCompact, setCompact] as const;
};

type Props = Filtering & { isCompact: boolean; setCompact(compact: boolean): void };

export const ListTools = ({ filters, filter, isCompact, setCompact }: Props) => {
  const { inspections: say } = useWords();
  const { tellError } = useNotices();
  const { saveAll } = useExport();
  const saving = useMutation({ mutationFn: () => saveAll(filters), onError: tellError });
  return (
    <div className="row list-tools">
      <label className="check">
        <input
          type="checkbox"
          checked={filters.deleted}
          onChange={({ target }) => filter({ deleted: target.checked })}
        />
        {say.deleted}
      </label>
      <label className="check">
        <input
          type="checkbox"
          checked={filters.sort === BY_LESSON.sort}
          onChange={({ target }) => filter(target.checked ? BY_LESSON : BY_TIME)}
        />
        {say.teachesFirst}
      </label>
      <label className="check list-compact">
        <input type="checkbox" checked={isCompact} onChange={({ target }) => setCompact(target.checked)} />
        {say.compact}
      </label>
      <button
        type="button"
        className="button small"
        disabled={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {say.exportAll}
      </button>
    </div>
  );
};
