/** The placeholder for a project without an image: its initial, decorated as a printer would. */
export function InitialPlate({ title }: { title: string }) {
  const initial = [...title.trim()][0] ?? ''
  return (
    <div aria-hidden="true" className="initial-plate flex size-full items-center justify-center text-accent">
      <span className="bg-surface px-[0.3em] font-serif text-[5.5rem] leading-none select-none supports-[text-box:trim-both]:py-[0.19em] [text-box:trim-both_cap_alphabetic]">
        {initial}
      </span>
    </div>
  )
}
