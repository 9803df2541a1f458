// Prepares a data folder for the products of all tests, and starts one with its first admin for the tests that share it. All their logs are
// kept in one folder, which run-logs.test.ts reads at the end.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { ADMIN } from './people.ts'
import { prepareData, startProduct } from './product.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const logs = mkdtempSync(join(tmpdir(), 'baobab-logs-'))
  process.env['RUN_LOGS'] = logs
  const deleteData = await prepareData()
  const product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  process.env['PRODUCT_URL'] = product.url
  process.env['PRODUCT_DATA'] = product.dataDir
  return async () => {
    await product.remove()
    deleteData()
    rmSync(logs, { recursive: true })
  }
}
