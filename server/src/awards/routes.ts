import * as contract from '@baobab/contract/awards/endpoints.ts'
import { awardsText } from '@baobab/contract/awards/endpoints.ts'
import { route, type RouteContext } from '../platform/http/route.ts'
import { issueCertificate } from './issue-certificate.ts'
import { listAwards, readCertificate } from './queries.ts'

export function addAwardRoutes(context: RouteContext): void {
  const { app } = context
  route(context, contract.listAwards, ({ who }) => listAwards(app, who.id))
  route(context, contract.issueCertificate, async ({ who, params }) => ({
    message: awardsText.certificateIssued,
    certificate: await issueCertificate(app, who, params.seriesId),
  }))
  route(context, contract.readCertificate, ({ params }) => readCertificate(app, params.certificateId))
}
