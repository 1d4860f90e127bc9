/** What is deleted keeps its row until it is erased. */
export const isNotDeleted = ({ deleted_at }: { deleted_at: string | null }) => deleted_at === null;
