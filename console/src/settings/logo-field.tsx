import { useRef } from 'react';
import { useWords } from '../language.tsx';
import { useChangeSettings } from '../shell/use-settings.ts';

export const LogoField = ({ logoUrl, mayChange }: { logoUrl: string | null; mayChange: boolean }) => {
  const { settings: say } = useWords();
  const input = useRef<HTMLInputElement>(null);
  const choose = useRef<HTMLButtonElement>(null);
  const replace = useChangeSettings((organization, file: File) => organization.replaceLogo(file));
  const remove = useChangeSettings((organization, _: null) => organization.deleteLogo());
  return (
    <div className="field">
      <span id="logo-label">{say.logo}</span>
      <div className="row">
        {logoUrl ? (
          <img className="settings-logo" src={logoUrl} alt={say.logoNow} />
        ) : (
          <span className="settings-logo soft">{say.noLogo}</span>
        )}
        {mayChange && (
          <>
            <input
              ref={input}
              type="file"
              className="visually-hidden"
              tabIndex={-1}
              accept="image/png,image/jpeg,image/webp"
              aria-labelledby="logo-label"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) replace.mutate(file);
                // The same file again is a change too.
                target.value = '';
              }}
            />
            <button
              type="button"
              className="button"
              disabled={replace.isPending}
              ref={choose}
              onClick={() => input.current?.click()}
            >
              {say.chooseLogo}
            </button>
            {logoUrl && (
              <button
                type="button"
                className="button"
                disabled={remove.isPending}
                onClick={() => remove.mutate(null, { onSuccess: () => choose.current?.focus() })}
              >
                {say.removeLogo}
              </button>
            )}
          </>
        )}
      </div>
      <span className="soft">{say.logoHint}</span>
    </div>
  );
};
