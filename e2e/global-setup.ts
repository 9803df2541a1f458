// Prepares a data folder for the products of all tests, and starts one with its first admin for the tests that share it.
import { registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient } from '@baobab/contract/client.ts'
import { ADMIN } from './people.ts'
import { prepareData, startProduct } from './product.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const deleteData = await prepareData()
  const product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  process.env['PRODUCT_URL'] = product.url
  return async () => {
    await product.remove()
    deleteData()
  }
}
