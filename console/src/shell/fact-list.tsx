import type { ReactNode } from 'react';
import './fact-list.css';

export type Fact = [label: string, value: ReactNode];

/** What is known, each under its label; what is not known is left out. */
export const FactList = ({
  facts,
  className = '',
  children,
}: {
  facts: Fact[];
  className?: string;
  children?: ReactNode;
}) => (
  <dl className={`fact-list ${className}`}>
    {facts
      .filter(([, value]) => value)
      .map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    {children}
  </dl>
);
