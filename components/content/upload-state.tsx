import type { Gallery, GalleryRow } from '@/components/content/use-gallery'
import { Button } from '@/components/ui/button'
import { imageTypeProblem } from '@/lib/media/accepted-types'

/** How far a file is on its way, or why it did not arrive. */
export function UploadState({ gallery, row }: { gallery: Gallery; row: GalleryRow }) {
  const { file, part, problem } = row
  if (problem === '') return <progress value={part} aria-label={`Uploading ${file?.name}`} className="h-2 w-full" />
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="alert" className="text-sm text-danger">
        {problem}
      </p>
      {file && imageTypeProblem(file) === null && <Button onClick={() => gallery.retry(row)}>Try again</Button>}
    </div>
  )
}
