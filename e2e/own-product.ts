// The usual fixtures on products that the other tests do not use.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { test as base } from './fixtures.ts'
import { ADMIN } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** Starts a product with its first admin, and removes it afterwards. */
async function useProduct(use: (product: Product) => Promise<void>): Promise<void> {
  const product = await startProduct()
  await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
  await use(product)
  await product.remove()
}

/** Tests with a product that no other worker uses, for lists whose rows would move with other tests' data. */
export const test = base.extend<object, { ownProduct: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  ownProduct: [({}, use) => useProduct(use), { scope: 'worker', timeout: 300_000 }],
  productUrl: ({ ownProduct }, use) => use(ownProduct.url),
})

/** Tests with a new product each, for what the worker's earlier tests may have done already, such as started every quiz. */
export const testOnNewProduct = base.extend<{ newProduct: Product }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  newProduct: [({}, use) => useProduct(use), { timeout: 300_000 }],
  productUrl: ({ newProduct }, use) => use(newProduct.url),
})
