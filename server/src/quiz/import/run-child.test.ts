import { join } from 'node:path'
import { expect, it } from 'vitest'
import { runChild } from './run-child.ts'

const sheets = join(import.meta.dirname, '../../../test/fixtures/sheets')

async function linesOf(file: string, { allowed }: { allowed: string }): Promise<string[]> {
  const pieces: Buffer[] = []
  await runChild(['read', join(sheets, file), file], {
    file: join(sheets, allowed),
    input: {},
    onData: (piece) => void pieces.push(piece),
  })
  return Buffer.concat(pieces).toString().trim().split('\n')
}

it.each(['plain.xlsx', 'plain.xls', 'plain.ods', 'comma-utf8.csv'])(
  'the child process can read its one file, %s',
  async (file) => {
    expect((await linesOf(file, { allowed: file })).at(-1)).toBe('{"rows":3}')
  },
)

it('U-13 the child process cannot read another file', async () => {
  expect(await linesOf('plain.xlsx', { allowed: 'plain.xls' })).toEqual(['{"refused":{"reason":"damaged"}}'])
})
