import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { InspectionEvent } from '@walkaround/sdk';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useClient } from '../client.ts';
import { type Answer, type Findings, findingsOf, isRunning } from './findings.ts';

/** While the service can be listened to, asking is only for events that a proxy holds back. */
const ASK_MS = { listening: 20_000, deaf: 2_500 };
/** Several things happen at once when a task ends; they are read once. */
const TOGETHER_MS = 250;

const withProgress = (answer: Answer, { taskId, done, total }: InspectionEvent): Answer => {
  const task = taskId === undefined ? undefined : answer.entities.tasks[taskId];
  if (!task || done === undefined || total === undefined) return answer;
  const running = { ...task, status: 'IN_PROGRESS' as const, progress: { done, total } };
  return {
    ...answer,
    entities: { ...answer.entities, tasks: { ...answer.entities.tasks, [task.id]: running } },
  };
};

const isUnderWay = ({ entities: { tasks, inspections } }: Answer, id: string) =>
  Object.values(tasks).some(isRunning) || inspections[id]?.pdfStatus === 'requested';

/** The inspection as it is now: it is read again whenever something happens to it. */
export const useInspection = (id: string) => {
  const client = useClient();
  const queries = useQueryClient();
  const [isListening, setListening] = useState(false);
  const [isDeleted, setDeleted] = useState(false);

  useEffect(() => {
    setDeleted(false);
    const over = new AbortController();
    const whole = ['inspection', id, 'whole'];
    let later: ReturnType<typeof setTimeout> | undefined;
    const readSoon = () => {
      clearTimeout(later);
      later = setTimeout(() => queries.invalidateQueries({ queryKey: ['inspection', id] }), TOGETHER_MS);
    };
    const listen = async () => {
      const watching = { signal: over.signal, onListening: setListening };
      for await (const event of client.events.watch(id, watching)) {
        // There is nothing left to read.
        if (event.type === 'inspection.deleted') return setDeleted(true);
        if (event.type !== 'task.progress') readSoon();
        else
          queries.setQueryData<Answer>(
            whole,
            (answer) => answer && withProgress(answer, event),
            // It was not read again, so what is read with it is not either.
            { updatedAt: queries.getQueryState(whole)?.dataUpdatedAt },
          );
      }
      readSoon();
    };
    // Whatever keeps it from listening is met, and said, by reading.
    listen().catch(() => setListening(false));
    return () => {
      clearTimeout(later);
      over.abort();
    };
  }, [client, queries, id]);

  const { data, dataUpdatedAt, error, refetch } = useQuery({
    queryKey: ['inspection', id, 'whole'],
    queryFn: ({ signal }) => client.inspections.getOne(id, { showKnownDamages: true }, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined &&
      isUnderWay(state.data, id) &&
      (isListening ? ASK_MS.listening : ASK_MS.deaf),
  });
  const shown = useRef<Findings | null>(null);
  const findings = useMemo(() => {
    if (data) shown.current = findingsOf(data, shown.current);
    return data ? shown.current : null;
  }, [data]);
  return { findings, readAt: dataUpdatedAt, error, refetch, isDeleted };
};
