// In place of React Router's module of this kind, which reports navigations to tools that the app does not use.
export const instrumentationResultMetaContext = undefined
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = <Router>(router: Router) => router
export const instrumentHandler = <Handler>(handler: Handler) => handler
