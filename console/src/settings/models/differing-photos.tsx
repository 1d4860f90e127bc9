import { useQuery } from '@tanstack/react-query';
import type { DifferingPhoto, PageOptions, SideBySide } from '@walkaround/sdk';
import { useState } from 'react';
import { Link } from 'wouter';
import { useClient } from '../../client.ts';
import { useFormats } from '../../formats/formats.ts';
import { fill, nameIn, useNames, useWords } from '../../language.tsx';
import { Failed, Waiting } from '../../shell/messages.tsx';
import { outlinePath, thumbnail } from '../../shell/pictures.ts';

const AT_ONCE = 12;

type Versions = Pick<NonNullable<SideBySide['compared']>, 'judging' | 'along'>;

/** Both outlines on the photo, and in words who finds what. */
const Photo = ({ photo, versions }: { photo: DifferingPhoto; versions: Versions }) => {
  const say = useWords().watching.along;
  const { damages } = useNames();
  const { percent, time } = useFormats();
  const { imageWidth: width, imageHeight: height } = photo;
  const by = { both: say.both, judging: versions.judging, along: versions.along };
  return (
    <li className="side-photo">
      <div className="side-picture" style={{ aspectRatio: `${width} / ${height}` }}>
        <img src={thumbnail(photo.path, 640)} alt="" loading="lazy" />
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {photo.places.map((place) => {
            const path = outlinePath(place);
            return (
              <g key={`${place.seenBy} ${path}`} className={place.seenBy}>
                <path className="halo" d={path} />
                <path d={path} />
              </g>
            );
          })}
        </svg>
      </div>
      <ul>
        {photo.places
          .filter(({ seenBy }) => seenBy !== 'both')
          .map((place) => (
            <li key={`${place.seenBy} ${outlinePath(place)}`} className={`side-${place.seenBy}`}>
              {fill(say.place, {
                version: by[place.seenBy],
                damage: nameIn(damages, place.damageType),
                score: percent(place.score),
              })}
            </li>
          ))}
      </ul>
      <Link href={`/inspection/${photo.inspectionId}`}>
        {fill(say.open, { time: time(photo.createdAt) })}
      </Link>
    </li>
  );
};

/** A page at a time. */
export const DifferingPhotos = ({ compared }: { compared: Versions }) => {
  const say = useWords().watching.along;
  const client = useClient();
  const [page, setPage] = useState<PageOptions>({});
  const { data, error, refetch } = useQuery({
    queryKey: ['differing-photos', page],
    queryFn: async ({ signal }) => {
      const { result, entities, paging } = await client.organization.getDifferingPhotos(
        { limit: AT_ONCE, ...page },
        { signal },
      );
      return { photos: result.map((id) => entities.differingPhotos[id]!), next: paging.cursors.next };
    },
    placeholderData: (before) => before,
  });
  if (error) return <Failed error={error} again={refetch} />;
  if (!data) return <Waiting />;
  const isNewest = Object.keys(page).length === 0;
  const { next } = data;
  return (
    <>
      <h3>{say.photos}</h3>
      {data.photos.length === 0 ? (
        <p className="soft">{say.noPhotos}</p>
      ) : (
        <>
          <ul className="side-legend">
            <li className="side-judging">{fill(say.only, { version: compared.judging })}</li>
            <li className="side-along">{fill(say.only, { version: compared.along })}</li>
            <li className="side-both">{say.both}</li>
          </ul>
          <ul className="side-photos">
            {data.photos.map((photo) => (
              <Photo key={photo.id} photo={photo} versions={compared} />
            ))}
          </ul>
        </>
      )}
      <p className="row">
        {!isNewest && (
          <button type="button" className="button small" onClick={() => setPage({})}>
            {say.newest}
          </button>
        )}
        {next && (
          <button type="button" className="button small" onClick={() => setPage(next)}>
            {say.older}
          </button>
        )}
      </p>
    </>
  );
};
