import { useSyncExternalStore } from 'react'

/** Whether the window matches; `onServer` until the page is hydrated, as the server knows no window. */
export function useMediaQuery<OnServer = boolean>(query: string, onServer: OnServer): boolean | OnServer {
  return useSyncExternalStore<boolean | OnServer>(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => onServer,
  )
}
