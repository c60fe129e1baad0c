/** No page responds with 401. Without this, Next would have a page of its own for it in the data of every page. */
export default function Unauthorized() {
  return null
}
