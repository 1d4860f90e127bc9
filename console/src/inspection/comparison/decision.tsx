import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Comparison } from '@walkaround/sdk';
import { useClient } from '../../client.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { useNotices } from '../../shell/notices.tsx';
import { type Compared, choicesFor, type Decided, nameOf, typesIn } from './changes.ts';

type DecisionProps = { compared: Compared; comparison: Comparison; mayDecide: boolean };

/** The answer is the comparison as it is now: it takes the place of the one on the page. */
const useDecide = ({ id, before, after }: Comparison) => {
  const client = useClient();
  const queries = useQueryClient();
  const { tellError } = useNotices();
  const other = before.inspectionId === id ? after.inspectionId : before.inspectionId;
  return useMutation({
    mutationFn: (decision: { damageId: string; status: Decided | null }) =>
      client.inspections.decideComparison(id, { relatedInspectionId: other, ...decision }),
    onSuccess: async (answer) => {
      queries.setQueryData(['inspection', id, 'comparison', other], answer);
      await queries.invalidateQueries({ queryKey: ['inspection', after.inspectionId, 'corrections'] });
    },
    onError: tellError,
  });
};

/** Why the photos do not tell, and what a person says instead. */
export const Decision = ({ compared, comparison, mayDecide }: DecisionProps) => {
  const { inspection: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const decide = useDecide(comparison);
  const { decision, before, after } = compared;
  const reason = compared.reason ?? decision?.reason;
  if (!reason) return null;
  const damageId = (after.damageId ?? before.damageId)!;
  const side = after.damageId === null ? 'before' : 'after';
  const what = nameOf(names, compared);
  return (
    <div className="decision row">
      <span className="soft facts">
        {fill(nameIn(names.doubts, reason.code), { earlier: typesIn(names, before) })}
        {decision &&
          `. ${fill(say.decidedBy, {
            who: decision.decidedByName ?? decision.decidedBy,
            time: formats.time(decision.decidedAt),
          })}`}
      </span>
      {mayDecide &&
        !decision &&
        choicesFor(compared).map((status) => (
          <button
            key={status}
            type="button"
            className="button small"
            disabled={decide.isPending}
            aria-label={`${say[`decide_${side}_${status}` as keyof typeof say]}: ${what}`}
            onClick={() => decide.mutate({ damageId, status })}
          >
            {say[`decide_${side}_${status}` as keyof typeof say] as string}
          </button>
        ))}
      {mayDecide && decision && (
        <button
          type="button"
          className="button small quiet"
          disabled={decide.isPending}
          aria-label={`${say.undecide}: ${what}`}
          onClick={() => decide.mutate({ damageId, status: null })}
        >
          {say.undecide}
        </button>
      )}
    </div>
  );
};
