import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { TaskName } from '@walkaround/sdk';
import { useLocation } from 'wouter';
import { useClient } from '../client.ts';
import { fill, useWords } from '../language.tsx';
import { useNotices } from '../shell/notices.tsx';
import { taskEntry } from '../shell/task-registry.ts';

type Props = {
  id: string;
  open: TaskName[];
  photos: number;
  onTheWay: number;
  refused: number;
  toRetake: number;
};

/** The service starts and closes its own check of the photos by itself. */
export const startable = (open: TaskName[]) =>
  open.filter((name) => taskEntry(name).started_by !== 'service');

export const StartAnalysis = ({ id, open, photos, onTheWay, refused, toRetake }: Props) => {
  const { capture: say } = useWords();
  const client = useClient();
  const queries = useQueryClient();
  const { tellError } = useNotices();
  const [, navigate] = useLocation();
  const start = useMutation({
    mutationFn: async () => {
      for (const name of startable(open)) await client.tasks.updateOne(id, name, { status: 'TODO' });
    },
    onSuccess: () => navigate(`/inspection/${id}`),
    onError: tellError,
    onSettled: () => {
      queries.invalidateQueries({ queryKey: ['inspections'] });
      return queries.invalidateQueries({ queryKey: ['inspection', id] });
    },
  });
  const hint = () => {
    if (onTheWay > 0) return fill(say.stillSending, { count: onTheWay });
    if (photos === 0) return say.photosFirst;
    if (refused > 0) return fill(say.startWithoutRefused, { count: refused });
    return toRetake > 0 ? fill(say.someToRetake, { count: toRetake }) : say.readyToStart;
  };
  return (
    <div className="start-analysis">
      <p className="soft" role="status">
        {hint()}
      </p>
      <button
        type="button"
        className="button primary"
        disabled={onTheWay > 0 || photos === 0 || start.isPending}
        onClick={() => start.mutate()}
      >
        {say.start}
      </button>
    </div>
  );
};
