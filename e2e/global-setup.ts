// Starts one product, with its first admin, for all tests that do not need one of their own.
import { registerAdmin } from '@baobab/contract/accounts-admin.ts'
import { createClient } from '@baobab/contract/client.ts'
import { ADMIN } from './people.ts'
import { startProduct } from './product.ts'

export default async function setup(): Promise<() => Promise<void>> {
  const product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  process.env['PRODUCT_URL'] = product.url
  return () => product.remove()
}
