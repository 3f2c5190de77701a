// Named places where a test may end the process. In production the function does nothing; a test passes
// one that kills. Refuses to read the environment: who wires decides.

export type Failpoint = (name: string) => void;

export const noFailpoint: Failpoint = () => undefined;
