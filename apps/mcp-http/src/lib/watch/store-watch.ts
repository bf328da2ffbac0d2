/** Told of each request that a store was asked. @param status of its answer; 0 where there was none */
export type StoreWatch = (operation: string, status: number) => void;
