// Replaces a module of React Router that reports navigations to tools this app does not use.
export const instrumentationResultMetaContext = undefined
export const consumeInstrumentationClientResultMetaReceiver = () => undefined
export const getRouteInstrumentationUpdates = () => ({})
export const instrumentClientSideRouter = <Router>(router: Router) => router
export const instrumentHandler = <Handler>(handler: Handler) => handler
