const LOOPBACK = /^(?:(?:.+\.)?localhost\.?|127(?:\.\d{1,3}){3}|0(?:\.\d{1,3}){3}|\[::1?\]|\[::ffff:[\da-f:]*\])$/i
const PRIVATE =
  /^(?:10(?:\.\d{1,3}){3}|(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))(?:\.\d{1,3}){2}|\[f(?:[cd]|e[89ab])[\da-f:]*\])$/i
/** Names that no public server has: without a dot, or under those that are kept for local networks. */
const LOCAL_NAME = /^(?:[^.:[\]]+|.+\.(?:local|lan|home|internal|home\.arpa))\.?$/i

/** Whether a URL's `hostname` is this machine, or one of a network that is nobody else's. */
export function isLocalHost(hostname: string): boolean {
  return LOOPBACK.test(hostname) || PRIVATE.test(hostname) || LOCAL_NAME.test(hostname)
}
