export const Brand = () => (
  <span className="brand">
    <img src="/icon.svg" alt="" width="30" height="30" />
    <span className="brand-name">Walkaround</span>
  </span>
);
