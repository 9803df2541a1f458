// The usual fixtures on a product that no other worker uses, for lists whose rows would move with other tests' data.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { test as base } from './fixtures.ts'
import { ADMIN } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** Tests with a product for each worker, with its first admin. */
export const test = base.extend<object, { ownProduct: Product }>({
  ownProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const product = await startProduct()
      await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
      await use(product)
      await product.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  productUrl: async ({ ownProduct }, use) => {
    await use(ownProduct.url)
  },
})
