import { LANGUAGES, type LanguageCode, useLanguage, useWords } from '../language.tsx';

export const LanguageChoice = () => {
  const { code, choose } = useLanguage();
  const { shell } = useWords();
  return (
    <label className="field">
      {shell.language}
      <select value={code} onChange={({ target }) => choose(target.value as LanguageCode)}>
        {Object.entries(LANGUAGES).map(([value, { name }]) => (
          <option key={value} value={value} lang={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
};
