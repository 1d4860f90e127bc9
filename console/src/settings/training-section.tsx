import type { OrganizationSettings, UpdateOrganizationSettings } from '@walkaround/sdk';
import { useWords } from '../language.tsx';

type Use = OrganizationSettings['trainingUse'];

const USES: Use[] = ['none', 'shown', 'original'];

/** Whether models may learn from approved inspections. */
export const TrainingSection = ({
  settings,
  mayChange,
  save,
}: {
  settings: OrganizationSettings;
  mayChange: boolean;
  save: (change: UpdateOrganizationSettings) => void;
}) => {
  const { settings: say } = useWords();
  return (
    <section className="card stack" aria-labelledby="settings-training">
      <h2 id="settings-training">{say.training}</h2>
      <label className="field narrow">
        {say.trainingUse}
        <select
          value={settings.trainingUse}
          disabled={!mayChange}
          onChange={({ target }) => save({ trainingUse: target.value as Use })}
        >
          {USES.map((use) => (
            <option key={use} value={use}>
              {say[`training_${use}`]}
            </option>
          ))}
        </select>
        <span className="soft">{say.trainingHint}</span>
      </label>
    </section>
  );
};
