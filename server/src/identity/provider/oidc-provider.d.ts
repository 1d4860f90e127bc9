// The package ships no types. These cover the part that the built-in identity provider uses, no more.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type AdapterPayload = {
    uid?: string;
    grantId?: string;
    accountId?: string;
    consumed?: unknown;
    [name: string]: unknown;
  };

  export type Adapter = {
    upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void>;
    find(id: string): Promise<AdapterPayload | undefined>;
    findByUid(uid: string): Promise<AdapterPayload | undefined>;
    consume(id: string): Promise<void>;
    destroy(id: string): Promise<void>;
    revokeByGrantId(grantId: string): Promise<void>;
  };

  export type Client = { clientId: string; clientName?: string; grantTypeAllowed(type: string): boolean };

  export type Token = { kind: string; clientId?: string; accountId?: string; scopes: Set<string> };

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };

  export type Interaction = {
    uid: string;
    prompt: { name: string; details: Record<string, unknown> };
    params: Record<string, unknown>;
  };

  /** The parts of a Koa context that we touch. */
  export type Context = {
    req: IncomingMessage;
    res: ServerResponse;
    method: string;
    path: string;
    status: number;
    type: string;
    body: unknown;
    headers: Record<string, string | undefined>;
    accepts(...types: string[]): string | false;
    acceptsLanguages<Language extends string>(languages: readonly Language[]): Language | false;
    get(header: string): string;
    set(header: string, value: string): void;
    redirect(url: string): void;
    cookies: {
      get(name: string, options: { signed: boolean }): string | undefined;
      set(name: string, value: string, options: Record<string, unknown>): void;
    };
    oidc: {
      provider: Provider;
      client?: Client;
      params?: Record<string, unknown>;
      session: { accountId?: string; grantIdFor(clientId: string): string | undefined };
    };
  };

  export type Middleware = (ctx: Context, next: () => Promise<void>) => Promise<void> | void;

  export type InteractionResult =
    | { login: { accountId: string } }
    | { consent: Record<string, never> }
    | { error: string; error_description: string };

  export class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>);
    issuer: string;
    /** The prototype of the `request` of every context. */
    request: object;
    Grant: {
      new (of: { clientId: string; accountId: string | undefined }): Grant;
      find(id: string): Promise<Grant | undefined>;
    };
    use(middleware: Middleware): this;
    on(event: 'error', listener: (error: Error) => void): this;
    on(event: 'server_error', listener: (ctx: Context, error: Error) => void): this;
    callback(): (req: IncomingMessage, res: ServerResponse) => Promise<void>;
    interactionDetails(req: IncomingMessage, res: ServerResponse): Promise<Interaction>;
    interactionResult(req: IncomingMessage, res: ServerResponse, result: InteractionResult): Promise<string>;
  }

  type Policy = { get(prompt: string): { checks: { remove(reason: string): void } } };

  export const interactionPolicy: { base(): Policy };

  type OidcError = Error & { error: string; error_description?: string; statusCode: number };

  export const errors: {
    InvalidTarget: new () => OidcError;
    OIDCProviderError: new (...details: string[]) => OidcError;
  };
}
