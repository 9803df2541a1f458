// Declares the part of the package that we use, because types are checked without it.
declare module '@stryker-mutator/instrumenter' {
  type Position = { line: number; column: number }
  type File = { name: string; mutate: boolean; content: string }
  type Mutant = {
    id: string
    fileName: string
    mutatorName: string
    replacement: string
    location: { start: Position; end: Position }
    status?: string
  }
  type Logger = { debug(): void; info(): void; isDebugEnabled(): boolean }

  export class Instrumenter {
    constructor(logger: Logger)
    instrument(
      files: readonly File[],
      options: { plugins: null; ignorers: []; excludedMutations: string[] },
    ): Promise<{ files: { name: string; content: string }[]; mutants: Mutant[] }>
  }
}
