// The usual fixtures on a product where students under 13 need a guardian's consent.
import { registerAdmin } from '@baobab/contract/accounts/admin.ts'
import { createClient } from '@baobab/contract/kernel/client.ts'
import { test as base } from './fixtures.ts'
import { ADMIN } from './people.ts'
import { startProduct, type Product } from './product.ts'

/** Tests with such a product for each worker, with its first admin. */
export const test = base.extend<object, { guardianProduct: Product }>({
  guardianProduct: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const product = await startProduct({ GUARDIAN_CONSENT: 'under-13' })
      await createClient({ baseUrl: product.url })(registerAdmin, { body: ADMIN })
      await use(product)
      await product.remove()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  productUrl: async ({ guardianProduct }, use) => {
    await use(guardianProduct.url)
  },
})
