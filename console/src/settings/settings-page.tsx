import type { OrganizationSettings } from '@walkaround/sdk';
import { Link, useSearchParams } from 'wouter';
import { fill, useWords } from '../language.tsx';
import { Failed, Waiting } from '../shell/messages.tsx';
import { useSettings } from '../shell/use-settings.ts';
import { GeneralSection } from './general-section.tsx';
import { ModelSection } from './model-section.tsx';
import { PriceSection } from './prices/price-section.tsx';
import { WebhookSection } from './webhook-section.tsx';
import './settings.css';

const SECTIONS = ['general', 'prices', 'webhooks', 'models'] as const;
type Section = (typeof SECTIONS)[number];

const PERMISSIONS: Record<Section, { manages: keyof OrganizationSettings['mayManage']; permission: string }> =
  {
    general: { manages: 'organization', permission: 'organization:manage' },
    prices: { manages: 'pricingMatrix', permission: 'pricing_matrix:manage' },
    webhooks: { manages: 'webhooks', permission: 'webhooks:manage' },
    models: { manages: 'organization', permission: 'organization:manage' },
  };

const Chosen = ({ section, settings }: { section: Section; settings: OrganizationSettings }) => {
  const { settings: say, watching } = useWords();
  const unseen = { webhooks: say.hidden, models: watching.hidden };
  const { manages, permission } = PERMISSIONS[section];
  const mayChange = settings.mayManage[manages];
  return (
    <>
      {!mayChange && (
        <p className="card">
          {fill(section in unseen ? unseen[section as keyof typeof unseen] : say.readOnly, { permission })}
        </p>
      )}
      {section === 'general' && <GeneralSection settings={settings} mayChange={mayChange} />}
      {section === 'prices' && <PriceSection mayChange={mayChange} />}
      {section === 'webhooks' && mayChange && <WebhookSection />}
      {section === 'models' && mayChange && <ModelSection />}
    </>
  );
};

export default function SettingsPage() {
  const { settings: say } = useWords();
  const [search] = useSearchParams();
  const section = SECTIONS.find((name) => name === search.get('section')) ?? 'general';
  const { data, error, refetch } = useSettings();
  return (
    <div className="stack settings">
      <title>{`${say.title} · Walkaround`}</title>
      <header>
        <h1>{say.title}</h1>
        <p className="soft">
          {data && (data.id === 'default' ? say.noOrganization : fill(say.of, { name: data.id }))}&nbsp;
        </p>
      </header>
      <nav className="settings-sections" aria-label={say.sections}>
        {SECTIONS.map((name) => (
          <Link
            key={name}
            href={`/settings?section=${name}`}
            aria-current={name === section ? 'page' : undefined}
          >
            {say[name]}
          </Link>
        ))}
      </nav>
      {error ? (
        <Failed error={error} again={refetch} />
      ) : data ? (
        <div className={`stack settings-${section}`}>
          <Chosen key={section} section={section} settings={data} />
        </div>
      ) : (
        <Waiting />
      )}
    </div>
  );
}
