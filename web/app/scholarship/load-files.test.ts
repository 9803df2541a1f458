import { buffer } from 'node:stream/consumers'
import { formatDrawList } from '@baobab/contract/scholarship/draw/list.ts'
import { monthCloses } from '@baobab/contract/scholarship/rules.ts'
import { expect, it } from 'vitest'
import { ZipFile } from 'yazl'
import { readSavedFiles } from './load-files.ts'

const month = '2026-11'
const hash = 'a'.repeat(64)
const list = formatDrawList({
  protocol: 1,
  month,
  closesAt: monthCloses(month).closesAt,
  rulesHash: hash,
  chainHash: hash,
  round: 1,
  leaves: [hash],
})
const read = (...files: File[]) => readSavedFiles(month, files)

it.each(['list.txt', 'draw-2026-11-list.txt', 'list (1).txt', 'draw-2026-11-list (12).txt', 'list(2).txt'])(
  'a saved list is recognised by the name %s',
  async (name) => {
    expect(await read(new File([list], name))).toMatchObject({ month, list, beacons: [] })
  },
)

it('the archive of all files is read like the files themselves', async () => {
  const zip = new ZipFile()
  zip.addBuffer(Buffer.from(list), 'list.txt', { compress: true })
  zip.addBuffer(Buffer.from('the rules'), 'rules.txt', { compress: false })
  zip.addBuffer(Buffer.from('[]'), 'notices.json', { compress: true })
  zip.addBuffer(Buffer.from('[]'), 'claims.json', { compress: true })
  zip.end()
  const archive = await buffer(zip.outputStream)
  expect(await read(new File([new Uint8Array(archive)], 'draw-2026-11.zip'))).toMatchObject({
    list,
    rules: 'the rules',
    notices: [],
  })
  await expect(read(new File([new Uint8Array(archive.subarray(0, 40))], 'draw.zip'))).rejects.toThrow(
    'draw.zip is not a draw file.',
  )
})

it('anything that is not a file of a draw is refused by name', async () => {
  await expect(read(new File(['x'], 'picture.png'))).rejects.toThrow('The file list.txt is missing.')
  await expect(read(new File([list], 'list.txt'), new File(['{'], 'beacon.json'))).rejects.toThrow(
    'beacon.json is not a draw file.',
  )
})
