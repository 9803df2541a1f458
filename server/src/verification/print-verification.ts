// Prints the results of checking everything, for the commands that do so.
import { formatFound } from './report.ts'
import { listChecks, verifyDatabase } from './verify-database.ts'

/** Checks everything, and prints each row that breaks an invariant, and a line for each check. @returns whether all is well */
export async function printVerification(
  checked: Parameters<typeof verifyDatabase>[0],
  print: (line: string) => void,
): Promise<boolean> {
  const broken = new Map<string, number>()
  for await (const found of verifyDatabase(checked)) {
    broken.set(found.check, (broken.get(found.check) ?? 0) + 1)
    print(formatFound(found))
  }
  for (const { name, holds } of listChecks(checked.features))
    print(`${broken.has(name) ? `BROKEN ${broken.get(name)}` : 'ok'}  ${name}: ${holds}`)
  return broken.size === 0
}
