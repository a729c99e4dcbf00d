#!/bin/sh
# The few streams that the tests of unusual media cannot derive from the demo film: shapes, frame times and key frames
# are in the pictures themselves. Small on purpose. Needs ffmpeg 5.1 or newer with libx264. Usage: sh make-media.sh
set -eu
OUT=$(cd "$(dirname "$0")" && pwd)
FF="ffmpeg -hide_banner -loglevel error -nostdin -y"
BX="-fflags +bitexact -flags:v +bitexact -map_metadata -1"
X264="-an -c:v libx264 -preset veryslow -threads 1 -crf 40 -pix_fmt yuv420p -profile:v baseline -level 2.1 -bf 0 -sc_threshold 0"
BACKGROUND="gradients=n=3:seed=3:speed=0.01"

stream() { # name codec width height; the HLS flags come after
  NAME=$1; CODEC=$2; SIZE=$3; shift 3
  rm -rf "$OUT/$NAME"; mkdir -p "$OUT/$NAME"
  (cd "$OUT/$NAME" && $FF "$@" -f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod -hls_segment_type fmp4 \
    -hls_fmp4_init_filename init.mp4 -hls_segment_filename %d.m4s index.m3u8)
  printf '#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=%s,CODECS="%s"\nindex.m3u8\n' \
    "$SIZE" "$CODEC" > "$OUT/$NAME/master.m3u8"
}

# Upright, and neither side a multiple of a macroblock.
stream portrait avc1.42c015 90x162 -f lavfi -i "$BACKGROUND:s=90x162:r=12:d=4" $X264 -g 24 $BX
# A strip, with pixels that are not square.
stream strip avc1.42c015 322x50 -f lavfi -i "$BACKGROUND:s=322x50:r=12:d=4" -vf setsar=4/3 $X264 -g 24 $BX
# Between 2 and 24 pictures a second.
stream variable-rate avc1.42c015 160x90 -f lavfi -i "$BACKGROUND:s=160x90:r=24:d=8" \
  -vf "select='if(lt(mod(t,4),2),1,not(mod(n,12)))'" -fps_mode vfr $X264 -g 48 \
  -force_key_frames "expr:gte(t,n_forced*2)" $BX
# One key frame in all; the segments after the first begin in the middle of nowhere.
stream long-gop avc1.42c015 160x90 -f lavfi -i "$BACKGROUND:s=160x90:r=12:d=16" $X264 -g 1000 $BX -hls_flags split_by_time

# What the tests' live origin goes round in (end-to-end/media/support/live-loop.ts): some seconds from the middle of a
# longer recording, so that pictures and sound both fit the round; half a second a fragment. `other` has another size, another
# speed of pictures and another rate of sound.
rm -rf "$OUT/live"; mkdir -p "$OUT/live"
loop() { # name; the inputs and codecs come after
  NAME=$1; shift
  $FF "$@" -map_metadata -1 -fflags +bitexact -flags:v +bitexact -flags:a +bitexact \
    -movflags frag_keyframe+empty_moov+default_base_moof -frag_duration 500000 -f mp4 "$OUT/live/$NAME.mp4"
}
PICTURES="-c:v libx264 -preset veryslow -threads 1 -crf 40 -pix_fmt yuv420p -profile:v baseline -bf 0 -sc_threshold 0"
SOUND="-c:a aac -ac 1 -b:a 16k"
loop usual -f lavfi -i "$BACKGROUND:s=160x90:r=12:d=9" -f lavfi -i "sine=frequency=440:sample_rate=32000:duration=9" $PICTURES -level 2.1 -g 6 $SOUND
loop other -f lavfi -i "$BACKGROUND:s=128x72:r=24:d=13" -f lavfi -i "sine=frequency=220:sample_rate=48000:duration=13" $PICTURES -level 3.0 -g 12 $SOUND
loop sound -f lavfi -i "sine=frequency=330:sample_rate=32000:duration=9" $SOUND
$FF -f lavfi -i "$BACKGROUND:s=160x90:r=12:d=4" -f lavfi -i "sine=frequency=440:sample_rate=32000:duration=4" $PICTURES -level 2.1 -g 6 $SOUND \
  -f hls -hls_time 0.5 -hls_list_size 0 -hls_segment_filename "$OUT/live/%d.m2ts" "$OUT/live/index.m3u8"
rm "$OUT/live/index.m3u8"

# What encoders and packagers write, as it comes: the same film of six seconds in every kind of stream.
KINDS="$OUT/kinds"
MONO="-c:a aac -b:a 16k -ac 1 -ar 22050"
FILM="-f lavfi -i $BACKGROUND:s=160x90:r=12:d=6 -f lavfi -i sine=frequency=220:sample_rate=22050:duration=6"
# Pictures that refer to later ones, as encoders do by default: the first one is shown after it is decoded.
FORWARD="-c:v libx264 -preset veryslow -threads 1 -crf 40 -pix_fmt yuv420p -profile:v main -bf 2 -g 24 -sc_threshold 0"

kind() { # name; the flags of ffmpeg come after
  rm -rf "${KINDS:?}/$1"; mkdir -p "$KINDS/$1"
  (cd "$KINDS/$1" && shift && $FF "$@")
}
hls() { # name; the HLS flags come after
  NAME=$1; shift
  kind "$NAME" $FILM $FORWARD $MONO $BX -f hls -hls_time 2 -hls_list_size 0 "$@"
}
APART="-map 0:v -map 1:a -master_pl_name master.m3u8"
GROUPS="v:0,agroup:sound a:0,agroup:sound,default:yes"

# `-f hls` with fMP4 and nothing else: pictures apart from the sound, no word about key frames.
hls usual $APART -var_stream_map "$GROUPS" -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 \
  -hls_segment_filename %v-%d.m4s %v.m3u8
# Sound and pictures in one, and no multivariant playlist.
hls muxed -hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 -hls_segment_filename %d.m4s master.m3u8
# One file a track, with byte ranges for the init segment and the segments.
hls ranges $APART -var_stream_map "$GROUPS" -hls_flags single_file -hls_segment_type fmp4 \
  -hls_segment_filename %v.mp4 %v.m3u8
# MPEG-TS, the default.
hls transport -hls_playlist_type vod -hls_segment_filename %d.m2ts master.m3u8
# Sound alone.
kind sound -f lavfi -i sine=frequency=220:sample_rate=22050:duration=6 $MONO -fflags +bitexact -map_metadata -1 -f hls \
  -hls_time 2 -hls_list_size 0 -hls_playlist_type vod -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 \
  -hls_segment_filename %d.m4s master.m3u8
# The init segment in front of every segment, and no EXT-X-MAP, as no tool of Debian writes it.
rm -rf "$KINDS/inside"; mkdir -p "$KINDS/inside"
for SEGMENT in 0 1 2; do cat "$KINDS/muxed/init.mp4" "$KINDS/muxed/$SEGMENT.m4s" > "$KINDS/inside/$SEGMENT.mp4"; done
grep -v EXT-X-MAP "$KINDS/muxed/master.m3u8" | sed 's/\.m4s$/.mp4/' > "$KINDS/inside/master.m3u8"
# One file, with its index at the end and in front.
kind files $FILM $FORWARD $MONO $BX -f mp4 index-last.mp4
(cd "$KINDS/files" && $FF -i index-last.mp4 -c copy $BX -movflags +faststart index-first.mp4)

# Captions of CEA-608 in the pictures, which no playlist names; ffmpeg has none to encode.
CAPTIONED="-f lavfi -i $BACKGROUND:s=160x90:r=12:d=6 -c:v libx264 -preset veryslow -threads 1 -crf 40 -pix_fmt yuv420p -profile:v baseline -bf 0 -g 24 -sc_threshold 0 -x264-params aud=1 $BX"
for KIND in closed closed-transport; do
  rm -rf "${KINDS:?}/$KIND"; mkdir -p "$KINDS/$KIND"
  $FF $CAPTIONED -f h264 - | node "$OUT/closed-captions.mjs" > "$KINDS/$KIND/pictures.h264"
done
(cd "$KINDS/closed" && $FF -framerate 12 -f h264 -i pictures.h264 -c copy $BX -f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod \
  -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 -hls_segment_filename %d.m4s master.m3u8 && rm pictures.h264)
(cd "$KINDS/closed-transport" && $FF -framerate 12 -f h264 -i pictures.h264 -c copy $BX -f hls -hls_time 2 -hls_list_size 0 \
  -hls_playlist_type vod -hls_segment_filename %d.m2ts master.m3u8 && rm pictures.h264)
# MP3 in files, the last of which has less than a frame.
kind mp3 -f lavfi -i sine=frequency=220:sample_rate=44100:duration=8 -c:a libmp3lame -b:a 32k -ac 1 -fflags +bitexact -map_metadata -1 -f segment \
  -segment_time 4 -segment_list master.m3u8 -segment_list_type m3u8 -segment_format mp3 %d.mp3
# One picture under a sound, each in a playlist.
kind still -f lavfi -i color=red:s=160x90:r=25:d=0.04 -f lavfi -i sine=frequency=220:sample_rate=22050:duration=6 \
  -c:v libx264 -pix_fmt yuv420p -profile:v main $MONO $BX $APART -f hls -hls_time 2 -hls_list_size 0 -hls_playlist_type vod \
  -var_stream_map "$GROUPS" -hls_segment_type fmp4 -hls_fmp4_init_filename init.mp4 -hls_segment_filename %v-%d.m4s %v.m3u8
