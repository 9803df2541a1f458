// Declares the part of the package that we use, because types are checked even if it is not installed.
declare module 'lighthouse' {
  type Category = { score: number | null; auditRefs: { id: string; weight: number }[] }
  type Audit = { title: string; score: number | null; displayValue?: string }

  export type Result = {
    lighthouseVersion: string
    categories: Record<string, Category>
    audits: Record<string, Audit>
    environment: { benchmarkIndex: number }
    runtimeError?: { message: string }
  }

  export default function lighthouse(
    url: string,
    options: { port: number; logLevel: 'error'; onlyCategories: string[] },
  ): Promise<{ lhr: Result } | undefined>
}
