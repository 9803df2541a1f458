// The usual fixtures on products that the other tests do not use.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { test as base } from './fixtures.ts'
import { ADMIN } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** Starts a product with its first admin, and removes it afterwards. */
// oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
async function useProduct({}: object, use: (product: Product) => Promise<void>): Promise<void> {
  const product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  await use(product)
  await product.remove()
}

/** Tests with a product that no other worker uses, for lists whose rows would move with other tests' data. */
export const test = base.extend<object, { ownProduct: Product }>({
  ownProduct: [useProduct, { scope: 'worker', timeout: 300_000 }],
  productUrl: ({ ownProduct }, use) => use(ownProduct.url),
})

/** Tests with a new product each, for journeys that need something untouched, such as a quiz that nobody has started. */
export const testOnNewProduct = base.extend<{ newProduct: Product }>({
  newProduct: [useProduct, { timeout: 300_000 }],
  productUrl: ({ newProduct }, use) => use(newProduct.url),
})
