/**
 * How an organization's reports look, from a folder that the operator fills: `ORGANIZATION.json` and, for all
 * others, `default.json`, each with a name, a color and the file of a logo beside it. Read for every report, so that
 * a change shows in the next one.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { inDecoder, type WorkModule } from '../../decoding/decoders.ts';
import { type Brand, OWN_BRAND } from './page-style.ts';

const DOWNSCALING: WorkModule<typeof import('./downscaling.ts')> = new URL(
  './downscaling.ts',
  import.meta.url,
);

const BrandFile = z.object({
  name: z.string().max(100).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'must look like #1f4e79')
    .optional(),
  logo: z
    .string()
    .regex(/^[\w.-]+$/, 'must be the name of a file in the same folder')
    .optional(),
});

export type Brands = { of(organizationId: string | null): Promise<Brand> };

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

export const createBrands = (folder: string | null, warn: (message: string) => void): Brands => {
  const read = async (base: string, name: string): Promise<Brand | null> => {
    const file = join(base, `${name}.json`);
    try {
      const given = BrandFile.parse(JSON.parse(await readFile(file, 'utf8')));
      const logo =
        given.logo && Buffer.from(await inDecoder(DOWNSCALING, 'downscaleLogo', [join(base, given.logo)]));
      return { name: given.name ?? null, color: given.color ?? OWN_BRAND.color, logo: logo || null };
    } catch (error) {
      if (isMissing(error)) return null;
      const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
      warn(`The look of reports in ${file} cannot be used, so they get the usual one: ${reason}`);
      return null;
    }
  };
  return {
    of: async (organizationId) => {
      if (folder === null) return OWN_BRAND;
      const own = organizationId && (await read(folder, encodeURIComponent(organizationId)));
      return own || (await read(folder, 'default')) || OWN_BRAND;
    },
  };
};
