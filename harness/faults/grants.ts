/** So many inspections may be begun as were granted. */
export const startGrants = () => {
  let granted = 0;
  const waiting: (() => void)[] = [];
  return {
    take: async () => {
      while (granted === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      granted -= 1;
    },
    give: (count: number) => {
      granted += count;
      for (const wake of waiting.splice(0)) wake();
    },
  };
};
