import type { SharedInspection } from '@walkaround/sdk';
import { Fragment } from 'react';
import { ContestMark, type SharedDamage as Damage } from '../contests/shared-contests.tsx';
import { useFormats } from '../formats/formats.ts';
import { alsoOn, damageName, partName } from '../inspection/damages/damage-name.ts';
import { fill, useCounted, useNames, useWords } from '../language.tsx';
import { Crop } from '../shell/crop.tsx';
import { useNothingListed } from '../shell/nothing-listed.ts';
import { type Level, SeverityBadge } from '../shell/severity-badge.tsx';
import { inReportOrder } from './shared-order.ts';
import type { Place } from './shared-photos.tsx';
import { useSharedVehicleName } from './use-shared-vehicle-name.ts';

const CROP: [number, number] = [320, 220];

const largest = (views: Damage['views']) =>
  views.toSorted(
    (a, b) => b.boundingBox.width * b.boundingBox.height - a.boundingBox.width * a.boundingBox.height,
  )[0];

type Shown = {
  shared: SharedInspection;
  onOpen(place: Place): void;
  onContest(damage: Damage): void;
};

const DamageCard = (props: Shown & { damage: Damage }) => {
  const { report: say } = useWords();
  const names = useNames();
  const formats = useFormats();
  const { damage } = props;
  const others = alsoOn(names, damage.otherParts);
  const view = largest(damage.views);
  const photo = props.shared.images.find(({ id }) => id === view?.imageId);
  const named = {
    damage: damageName(names, damage),
    part: partName(names, damage),
  };
  return (
    <li className="card shared-damage">
      {view && photo ? (
        <button
          type="button"
          className="shared-crop"
          onClick={() => props.onOpen({ image: photo.id, damage: damage.id })}
        >
          <Crop
            photo={photo}
            box={view.boundingBox}
            outline={view}
            size={CROP}
            label={fill(say.cropOf, named)}
          />
        </button>
      ) : (
        <p className="soft shared-crop">{say.noPhoto}</p>
      )}
      <div>
        <h3>{named.part}</h3>
        <p>
          {named.damage}
          {damage.sizeCm !== null && (
            <span className="soft">
              {', '}
              {fill(say.sizeCm, { size: formats.length(damage.sizeCm) })}
            </span>
          )}
          {others && <span className="soft">{` (${others})`}</span>}
        </p>
        <SeverityBadge level={(damage.level || null) as Level | null} />
      </div>
      <ContestMark
        shared={props.shared}
        damage={damage}
        name={`${named.damage}, ${named.part}`}
        onContest={props.onContest}
      />
    </li>
  );
};

/** The worst first. */
export const SharedDamages = (props: Shown) => {
  const { report: say } = useWords();
  const counted = useCounted();
  const nothingListed = useNothingListed({ isAlone: true });
  const { damages, vehicleState } = props.shared;
  const count = damages.length;
  const vehicleName = useSharedVehicleName(props.shared);
  const isMixed = damages.some(({ vehicleGroup }) => vehicleGroup !== null);
  const groups = [...Map.groupBy(damages, ({ vehicleGroup }) => vehicleGroup)]
    .map(([group, own]) => {
      const byPart = inReportOrder(props.shared, group);
      return { group, own: own.toSorted((a, b) => byPart(a, b) || b.level - a.level) };
    })
    .toSorted((a, b) => (a.group ?? Infinity) - (b.group ?? Infinity));
  return (
    <section className="stack" aria-labelledby="shared-damages">
      <h2 id="shared-damages">{count === 0 ? say.damages : counted(say.damageCount, count)}</h2>
      {count === 0 && (
        <p className="soft">
          {vehicleState === null ? say.notSearched : nothingListed(props.shared, say.noDamage)}
        </p>
      )}
      {groups.map(({ group, own }) => (
        <Fragment key={group}>
          {isMixed && <h3>{vehicleName(group)}</h3>}
          <ul className="shared-grid">
            {own.map((damage) => (
              <DamageCard key={damage.id} {...props} damage={damage} />
            ))}
          </ul>
        </Fragment>
      ))}
    </section>
  );
};
