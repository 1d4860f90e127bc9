import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { Route, Switch } from 'wouter';
import { ClientContext, PersonContext, PhotoLimitsContext, queryClient } from './client.ts';
import { useArrival } from './frame/arrival.ts';
import { Header } from './frame/header.tsx';
import { Offline } from './frame/offline.tsx';
import { ScrollPlace } from './frame/scroll-place.tsx';
import { SessionEnded } from './frame/session-ended.tsx';
import { SignedOut } from './frame/signed-out.tsx';
import type { Session } from './session.ts';
import { Missing, NotLoaded, Waiting } from './shell/messages.tsx';
import { Notices } from './shell/notices.tsx';

/** Its code comes when it is first shown, or does not: the network may be lost, or another version be served. */
const page = <Props,>(load: () => Promise<{ default: ComponentType<Props> }>) =>
  lazy(() => load().catch(() => ({ default: NotLoaded as ComponentType<Props> })));

const InspectionsPage = page(() => import('./inspections/inspections-page.tsx'));
const NewPage = page(() => import('./capture/new-page.tsx'));
const CapturePage = page(() => import('./capture/capture-page.tsx'));
const InspectionPage = page(() => import('./inspection/inspection-page.tsx'));
const ComparisonPage = page(() => import('./inspection/comparison/comparison-page.tsx'));
const ReportPage = page(() => import('./report/report-page.tsx'));
const AboutPage = page(() => import('./about/about-page.tsx'));
const SharedPage = page(() => import('./report/shared-page.tsx'));
const VehiclePage = page(() => import('./vehicle/vehicle-page.tsx'));
const SettingsPage = page(() => import('./settings/settings-page.tsx'));

const PAGES: [path: string, show: (id: string) => ReactNode][] = [
  ['/', () => <InspectionsPage />],
  ['/new', () => <NewPage />],
  ['/settings', () => <SettingsPage />],
  ['/about', () => <AboutPage />],
  ['/inspection/:id', (id) => <InspectionPage key={id} id={id} />],
  ['/inspection/:id/capture', (id) => <CapturePage key={id} id={id} />],
  ['/inspection/:id/comparison', (id) => <ComparisonPage key={id} id={id} />],
  ['/inspection/:id/report', (id) => <ReportPage key={id} id={id} />],
  ['/vehicle/:id', (id) => <VehiclePage key={id} id={id} />],
];

const SignedOutPages = ({ session }: { session: Session }) => (
  <Switch>
    {[...PAGES.map(([path]) => path), '/callback'].map((path) => (
      <Route key={path} path={path}>
        <SignedOut session={session} />
      </Route>
    ))}
    <Route>
      <main>
        <Missing isAddress />
      </main>
    </Route>
  </Switch>
);

const SignedIn = ({ session }: { session: Session }) => {
  const main = useArrival();
  return (
    <>
      <Header session={session} />
      <Offline />
      <ScrollPlace />
      <main id="content" tabIndex={-1} ref={main}>
        <Suspense fallback={<Waiting />}>
          <Switch>
            {PAGES.map(([path, show]) => (
              <Route key={path} path={path}>
                {(params: { id?: string }) => show(params.id ?? '')}
              </Route>
            ))}
            <Route>
              <Missing isAddress />
            </Route>
          </Switch>
        </Suspense>
      </main>
      <SessionEnded session={session} />
    </>
  );
};

export const App = ({ session }: { session: Session }) => (
  <QueryClientProvider client={queryClient}>
    <ClientContext value={session.client}>
      <Notices>
        <Switch>
          <Route path="/shared/:link">
            {({ link }) => (
              <Suspense fallback={<Waiting />}>
                <SharedPage link={link} />
              </Suspense>
            )}
          </Route>
          <Route>
            <PersonContext value={session.person}>
              <PhotoLimitsContext value={session.photoLimits}>
                {session.person ? <SignedIn session={session} /> : <SignedOutPages session={session} />}
              </PhotoLimitsContext>
            </PersonContext>
          </Route>
        </Switch>
      </Notices>
    </ClientContext>
  </QueryClientProvider>
);
