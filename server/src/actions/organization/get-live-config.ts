import type { Ports } from '../../inspections/ports/ports.ts';
import { noLiveConfig } from '../../inspections/problems/access.ts';
import type { Json } from '../../inspections/records/json.ts';

/** Open to everybody: apps read it before anybody has signed in. */
export const getLiveConfig = async (
  input: { id: string },
  { liveConfigs }: Pick<Ports, 'liveConfigs'>,
): Promise<Json> => {
  const found = await liveConfigs.read(input.id);
  if (found === null) throw noLiveConfig();
  return found;
};
