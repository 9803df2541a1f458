import * as contract from '@baobab/contract/guardians/children.ts'
import { childrenText } from '@baobab/contract/guardians/children-text.ts'
import { makePayLink } from '../../payments/pay-link.ts'
import { route, type RouteContext } from '../../platform/http/route.ts'
import { exportData } from '../../privacy/export-data.ts'
import { addChild } from './add-child.ts'
import { findChild } from './find-child.ts'
import { listChildren, listFamilyPayments, readChild, toChild } from './read-children.ts'
import { setChildPassword } from './set-child-password.ts'
import { withdrawFromChild } from './withdraw-from-child.ts'

/** What guardians see of their children, and decide for them. */
export function addChildRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.addChild, async ({ who, body }) => ({
    message: childrenText.added,
    child: await toChild(app, await addChild(app, who.id, body)),
  }))
  route(context, contract.listChildren, async ({ who }) => ({ children: await listChildren(app, who.id) }))
  route(context, contract.readChild, ({ who, params }) => readChild(app, who.id, params.username))
  route(context, contract.setChildPassword, async ({ who, params, body }) => {
    await setChildPassword(app, who.id, { ...params, ...body })
    return { message: childrenText.passwordSet }
  })
  route(context, contract.makeChildPayLink, async ({ who, params }) =>
    makePayLink(app, (await findChild(app.db, who.id, params.username)).id),
  )
  route(context, contract.listFamilyPayments, ({ who }) => listFamilyPayments(app, who.id))
  route(context, contract.withdrawFromChild, async ({ who, params, body }) => {
    await withdrawFromChild(app, who.id, { ...params, ...body })
    return { message: childrenText.withdrawn }
  })
  route(context, contract.exportChildData, async ({ who, params, reply }) => {
    const { id, username } = await findChild(app.db, who.id, params.username)
    reply.header('content-disposition', `attachment; filename="baobab-${username}.json"`)
    return exportData(app, id)
  })
}
